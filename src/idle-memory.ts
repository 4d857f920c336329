import { Script } from "node:vm";

/**
 * Lets V8 return memory to the operating system when this thread is idle. V8 collects garbage once all of its heaps
 * have allocated little for about 8 seconds, but takes its heap for objects of C++ for busy as long as nothing at all
 * was allocated there. Node allocates there for a script.
 */
export function releaseIdleMemory(): void {
  void new Script("");
}
