package dev.lanekeeper.worker.model;

import java.util.List;

/**
 * Messages that are sent, and a fault that strikes when all but some of what was sent so far is
 * settled. Progress is counted, not time, so a history repeats itself as well as it can. Immutable.
 *
 * @param backlog how many operations are not settled yet when the fault strikes
 * @param target which worker or order it strikes, to be taken modulo their number
 */
record Step(List<Operation> sends, int backlog, Fault fault, int target) {
  @Override
  public String toString() {
    return "send " + sends + ", then with a backlog of " + backlog + " " + fault + " " + target;
  }
}
