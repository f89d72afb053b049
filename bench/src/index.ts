/** Benchmarks and evaluations of SDL: private, never published. */
export {};
