import type { Ref } from 'react'
import { classes } from './classes.ts'
import styles from './RingHalves.module.css'

/** In the order in which they go. */
const halves = ['M32 3a29 29 0 0 0 0 58', 'M32 3a29 29 0 0 1 0 58'] as const

type RingHalvesProps = { className?: string | undefined; ref?: Ref<HTMLSpanElement> }

/**
 * A ring that goes as its halves are turned, which the browser does beside the page's own work: a stroke that gets shorter
 * took up a third of a core on a page at rest. `className` positions it and gives its stroke, in 64ths of its size.
 */
export const RingHalves = ({ className, ref }: RingHalvesProps) => (
  <span ref={ref} className={classes(styles.halves, className)}>
    {halves.map((half) => (
      <span key={half}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path d={half} />
        </svg>
      </span>
    ))}
  </span>
)
