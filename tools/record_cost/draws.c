/* Frames of a thousand small calls each, through GLX. */
#include <GL/gl.h>
#include <GL/glx.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(void) {
  Display *display = XOpenDisplay(0);
  int wanted[] = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16, None};
  XVisualInfo *visual = glXChooseVisual(display, DefaultScreen(display), wanted);
  Window root = DefaultRootWindow(display);
  XSetWindowAttributes with = {0};
  with.colormap = XCreateColormap(display, root, visual->visual, AllocNone);
  Window window = XCreateWindow(display, root, 0, 0, 640, 480, 0, visual->depth, InputOutput, visual->visual, CWColormap,
                                &with);
  XMapWindow(display, window);
  glXMakeCurrent(display, window, glXCreateContext(display, visual, 0, True));
  glFinish();
  double begun = now();
  for (int frame = 0; frame < 100; frame++) {
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (int each = 0; each < 100; each++) {
      glColor3f(each / 100.0f, 0.5f, 0.5f);
      glBegin(GL_TRIANGLES);
      for (int corner = 0; corner < 6; corner++) glVertex2f((each + corner * 7 % 11) / 50.0f - 1, corner % 3 - 1);
      glEnd();
    }
    glXSwapBuffers(display, window);
  }
  glFinish();
  printf("took %.6f\n", now() - begun);
  return 0;
}
