// What tests of bounds measure with. Wall clock says how busy the machine is; processor time says what the code did.

interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Of Node, which runs the tests: the sources themselves know neither Node nor the DOM. */
declare const process: {
  cpuUsage(): Usage;
  /** From Node 23.9 on. */
  threadCpuUsage?(): Usage;
};

const usedSoFar = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Processor time in milliseconds that a piece of work takes, independent of other programs: of this thread, or of the whole
 * process if Node does not report the thread's.
 */
export function processorTime(work: () => unknown): number {
  const before = usedSoFar();
  work();
  return usedSoFar() - before;
}
