import styles from './EmptyState.module.css'

export type SkeletonProps = {
  /** CSS lengths of the thing it stands for. */
  width?: string | undefined
  height?: string | undefined
  round?: boolean | undefined
}

/** Keeps a place at its final size; the region around it says that it is loading. */
export const Skeleton = ({ width = '100%', height = '1rem', round = false }: SkeletonProps) => (
  <span
    className={styles.skeleton}
    style={{ width, height, ...(round ? { borderRadius: '50%' } : {}) }}
    aria-hidden="true"
  />
)
