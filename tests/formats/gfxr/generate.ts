/**
 * Generated captures, as gfxrecon-convert writes them: frames with draws, and buffers that are created and destroyed.
 */

import { Random } from "../../support/random.ts";

/** Writes frames of about forty calls each, until there are this many calls. */
export function generateCapture(
  { calls, seed }: { readonly calls: number; readonly seed: number },
): Uint8Array<ArrayBuffer> {
  const random = new Random(seed);
  const lines = [
    `{"header":{"source-path":"made.gfxr","json-version":"0.8.0","gfxrecon-version":"0.9.18","vulkan-version":"1.3.239"}}`,
  ];
  const live: number[] = [];
  let handle = 100;
  const call = (name: string, args: string, result?: string): void => {
    const returned = result === undefined ? "" : `"return":"${result}",`;
    lines.push(`{"index":${lines.length},"vkFunc":{"name":"${name}",${returned}"args":{${args}}}}`);
  };
  while (lines.length <= calls) {
    call(
      "vkAcquireNextImageKHR",
      `"device":6,"swapchain":9,"timeout":18446744073709551615,"pImageIndex":1`,
      "VK_SUCCESS",
    );
    call(
      "vkBeginCommandBuffer",
      `"commandBuffer":20,"pBeginInfo":{"sType":"VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO","pNext":null,"flags":0,"pInheritanceInfo":null}`,
      "VK_SUCCESS",
    );
    for (let draw = 4 + random.below(8); draw > 0; draw--) {
      if (random.oneIn(3)) {
        call(
          "vkCreateBuffer",
          `"device":6,"pCreateInfo":{"sType":"VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO","pNext":null,"flags":0,` +
            `"size":${
              256 * (1 + random.below(9999))
            },"usage":128,"sharingMode":"VK_SHARING_MODE_EXCLUSIVE",` +
            `"queueFamilyIndexCount":0,"pQueueFamilyIndices":null},"pAllocator":null,"pBuffer":${++handle}`,
          "VK_SUCCESS",
        );
        live.push(handle);
      }
      call(
        "vkCmdBindPipeline",
        `"commandBuffer":20,"pipelineBindPoint":"VK_PIPELINE_BIND_POINT_GRAPHICS","pipeline":${
          30 + random.below(40)
        }`,
      );
      call(
        "vkCmdPushConstants",
        `"commandBuffer":20,"layout":71,"stageFlags":1,"offset":0,"size":16,"pValues":[${
          Array.from({ length: 16 }, () => random.below(256))
        }]`,
      );
      const bound = live[random.below(live.length)] ?? 99;
      call(
        "vkCmdBindVertexBuffers",
        `"commandBuffer":20,"firstBinding":0,"bindingCount":1,"pBuffers":[${bound}],"pOffsets":[0]`,
      );
      call(
        "vkCmdDraw",
        `"commandBuffer":20,"vertexCount":${
          3 * random.below(900)
        },"instanceCount":1,"firstVertex":0,"firstInstance":0`,
      );
    }
    call("vkEndCommandBuffer", `"commandBuffer":20`, "VK_SUCCESS");
    while (live.length > 200) {
      const [gone] = live.splice(random.below(live.length), 1);
      call("vkDestroyBuffer", `"device":6,"buffer":${gone},"pAllocator":null`);
    }
    call(
      "vkQueuePresentKHR",
      `"queue":8,"pPresentInfo":{"sType":"VK_STRUCTURE_TYPE_PRESENT_INFO_KHR","pNext":null,"waitSemaphoreCount":1,` +
        `"pWaitSemaphores":[12],"swapchainCount":1,"pSwapchains":[9],"pImageIndices":[${
          random.below(3)
        }],"pResults":null}`,
      "VK_SUCCESS",
    );
  }
  return new TextEncoder().encode(lines.join("\n") + "\n");
}
