package dev.lanekeeper.worker.doctor;

import java.util.List;

/** Looks at one thing. It may throw; {@link Doctor} makes a finding of that. */
interface Check {
  /** What is looked at, in one word or two. */
  String name();

  /** What was found; never empty, so that silence cannot be taken for health. */
  List<Finding> examine();
}
