/** What the system's memory allocator and V8's are told about how the server uses them. */
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
 * Has the young part of V8's heap stay as large as it is now. Under load it doubles up to 48 MiB, in which garbage lies for a
 * while longer and nothing is won: entries live shorter than a batch, and a smaller part fits the processor's caches. V8 reads this
 * whenever it would grow; a limit (`--max-semi-space-size`) has to be given before the process starts.
 */
export function keepYoungHeap(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
