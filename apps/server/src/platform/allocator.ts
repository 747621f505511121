/** Settings of the system's memory allocator and V8's for the way in which the server uses them. */
import { setFlagsFromString } from "node:v8";

/** The largest block that moves its thresholds, nearly. Bytes. */
const BLOCK = 24 * 1024 * 1024;

/**
 * Has glibc keep some memory that was freed instead of giving it back at once and asking for it again: each piece of a body is
 * read into 64 KiB of its own, and that was a fifth of the processor time of a push of profiles. Once it has freed a block
 * that was mapped by itself, it keeps up to twice as much at the end of its heap (mallopt(3), `M_MMAP_THRESHOLD`). The block
 * is freed with the first garbage; its pages are never written, so that it takes no memory. Other allocators do not care.
 */
export function keepFreedMemory(): void {
  Buffer.allocUnsafeSlow(BLOCK);
}

/**
 * Has V8's heap grow less than it would under load. Its young part stays as large as it is now: it would double up to 48 MiB, in
 * which garbage lies for a while longer and nothing is won, since entries live shorter than a batch, and a smaller part fits the
 * processor's caches. All of it is collected when it is twice what was alive the last time, not up to four times: what waits in
 * batches outlives young collections and is garbage a moment later. V8 reads both whenever it would grow; limits
 * (`--max-semi-space-size`, `--max-old-space-size`) have to be given before the process starts, and would end it where much
 * is alive for once.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}
