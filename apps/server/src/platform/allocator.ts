/** What the system's memory allocator is told about how the server uses it. */

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
