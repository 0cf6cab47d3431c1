package dev.lanekeeper.benchmark.traffic;

/** How messages are spread over message groups. */
public enum Distribution {
  /** Each group has its chance alike. */
  UNIFORM {
    @Override
    double weight(int rank) {
      return 1;
    }
  },
  /** The n-th group has a chance of 1/n, as a few big customers and many small ones. */
  ZIPF {
    @Override
    double weight(int rank) {
      return 1.0 / rank;
    }
  };

  /**
   * How often a group comes, beside others.
   *
   * @param rank from 1
   */
  abstract double weight(int rank);
}
