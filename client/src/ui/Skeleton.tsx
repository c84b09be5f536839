import { classes } from './classes.ts'
import styles from './EmptyState.module.css'

export type SkeletonProps = {
  /** CSS lengths of the thing it stands for. */
  width?: string | undefined
  height?: string | undefined
  round?: boolean | undefined
}

/** Keeps a place at its final size; the region around it says that it is loading. */
export const Skeleton = ({ width = '100%', height = '1rem', round = false }: SkeletonProps) => (
  // An element that takes its size without a style, which the content policy forbids in HTML.
  <svg
    className={classes(styles.skeleton, round && styles.round)}
    width={width}
    height={height}
    aria-hidden="true"
  />
)
