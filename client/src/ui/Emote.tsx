import type { emoteNames } from '@minefall/shared/contracts/live'
import type { ReactNode } from 'react'
import styles from './Emote.module.css'

export type EmoteName = (typeof emoteNames)[number]

const dot = (cx: number, cy: number, r = 1.9) => <circle className={styles.dot} cx={cx} cy={cy} r={r} />

const faces: Record<EmoteName, ReactNode> = {
  smile: (
    <>
      {dot(14, 17)}
      {dot(22, 17)}
      <path d="M12.5 22q5.5 5 11 0" />
    </>
  ),
  sweat: (
    <>
      <path d="M12 17.5h4M20 17.5h4M14 24h8" />
      <path className={styles.drop} d="M29 6q3.5 4.5 0 6-3.5-1.5 0-6z" />
    </>
  ),
  wow: (
    <>
      {dot(13.5, 16.5, 2.2)}
      {dot(22.5, 16.5, 2.2)}
      {dot(18, 24, 3)}
    </>
  ),
  grr: (
    <>
      {dot(14, 18)}
      {dot(22, 18)}
      <path d="M11.5 13l4.5 1.8M24.5 13L20 14.8M13 24.5q5-3 10 0" />
    </>
  ),
  wink: (
    <>
      {dot(14, 17)}
      <path d="M20.5 17.5q2-2 4 0M12.5 22q5.5 5 11 0" />
    </>
  ),
  laugh: <path d="M11.5 17.5q2-3 4 0M20.5 17.5q2-3 4 0M12 21.5h12q-.5 5.5-6 5.5t-6-5.5z" />,
}

export type EmoteProps = {
  name: EmoteName
  /** Pixels across; 40 by default. */
  size?: number | undefined
}

/** The mine with a face. `emote.<name>` of the namespace `ui` is its label; the drawing itself is silent. */
export const Emote = ({ name, size = 40 }: EmoteProps) => (
  <svg className={styles.emote} width={size} height={size} viewBox="0 0 36 38" aria-hidden="true">
    <path className={styles.stub} d="M18 3v4M6.5 9l3 2.5M29.5 9l-3 2.5M3.5 21h3M32.5 21h-3" />
    <circle className={styles.body} cx="18" cy="20" r="12.5" />
    <path className={styles.shade} d="M18 7.5a12.5 12.5 0 0 1 0 25 17 17 0 0 0 0-25z" />
    <ellipse
      className={styles.shine}
      cx="12.5"
      cy="12.5"
      rx="2.8"
      ry="1.7"
      transform="rotate(-35 12.5 12.5)"
    />
    {faces[name]}
  </svg>
)
