import styles from '../../src/ui/Icon.module.css'
import { paths as shared } from '../../src/ui/Icon.tsx'

/** The player's drawings, and what the desk alone shows. */
const paths = {
  ...shared,
  ban: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM6 6l12 12',
  book: 'M12 7c-2-1.6-5-2-8.5-2v13c3.5 0 6.5.4 8.5 2 2-1.6 5-2 8.5-2V5c-3.5 0-6.5.4-8.5 2zM12 7v13',
  chart: 'M4 4v15h16.5M8 14.5l3.5-4 3 2.5 4.5-6',
  falling: 'M12 5v14M6 13l6 6 6-6',
  fingerprint:
    'M12 11.5V13c0 2.8-.4 5-1.2 7M8.5 12.5a3.5 3.5 0 0 1 7 0c0 2.9-.3 5.2-1 7.3M5 13a7 7 0 0 1 14 0c0 2-.1 3.6-.4 5.2M8.4 16c-.2 1.4-.6 2.4-1.1 3.4M4.6 8.2A8.8 8.8 0 0 1 18 6.1',
  good: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.5 12.3l2.5 2.5 4.5-5',
  hand: 'M8 13.5V6.2a1.5 1.5 0 0 1 3 0V11M11 11V4.7a1.5 1.5 0 0 1 3 0V11M14 11V6.2a1.5 1.5 0 0 1 3 0v8.3c0 3.6-2.2 6-5.5 6-2.6 0-4-1-5.2-3.2l-2.6-4.6a1.5 1.5 0 0 1 2.5-1.6L8 13.5',
  heart:
    'M12 20c-5-3.5-8.5-6.7-8.5-10.8A4.7 4.7 0 0 1 12 6.5a4.7 4.7 0 0 1 8.5 2.7C20.5 13.3 17 16.5 12 20zM3.8 12H9l1.5-3 3 5.5L15 12h5.2',
  inspect:
    'M10 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM3.5 20c.8-3.4 3.2-5 6.5-5M16 13.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM18.3 18.8l2.7 2.7',
  minus: 'M5 12h14',
  outside: 'M13.5 4.5h6v6M19.5 4.5L11 13M9.5 5.5h-3a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3',
  page: 'M7 3.5h10a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  people:
    'M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19.5c.8-3.4 3.2-5 6.5-5s5.7 1.6 6.5 5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 15c1.8.8 3 2.3 3.5 4.5',
  picture:
    'M6 4.5h12A1.5 1.5 0 0 1 19.5 6v12a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V6A1.5 1.5 0 0 1 6 4.5zM5 16.5l4.5-4.5 3.5 3.5 2-2 4 4M15 8.8v.01',
  pictureLess:
    'M4 4l16 16M9.5 4.5H18A1.5 1.5 0 0 1 19.5 6v8.5M4.5 7.5V18A1.5 1.5 0 0 0 6 19.5h11.5M5 16.5l4.5-4.5 6.5 6.5',
  pictures:
    'M9 4.5h10A1.5 1.5 0 0 1 20.5 6v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 15V6A1.5 1.5 0 0 1 9 4.5zM8 14.5l4-4 2.5 2.5 2-2 3.5 3.5M3.5 8v10A2.5 2.5 0 0 0 6 20.5h11.5',
  pin: 'M12 21c-4.5-4-7-7.2-7-10.5a7 7 0 0 1 14 0c0 3.3-2.5 6.5-7 10.5zM9 10.5h6M12 7.5v6',
  pulse: 'M2.5 12h4L10 4l4.5 16L18 12h3.5',
  rising: 'M12 19V5M6 11l6-6 6 6',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5',
  send: 'M4.5 4.5L20.5 12l-16 7.5L7 12zM7 12h6',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  split: 'M12 20v-7L5.5 6.5M12 13l6.5-6.5M5 10.5V6h4.5M14.5 6H19v4.5',
  undo: 'M4 9h10.5a5.5 5.5 0 0 1 0 11H8M8.5 4.5L4 9l4.5 4.5',
  unplug:
    'M3.5 20.5L7 17M7 12l5 5-1.3 1.3a3.5 3.5 0 0 1-5 0 3.5 3.5 0 0 1 0-5zM12 7l5 5 1.3-1.3a3.5 3.5 0 0 0 0-5 3.5 3.5 0 0 0-5 0zM17 7l3.5-3.5',
  wrong: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.2 9.2l5.6 5.6M14.8 9.2l-5.6 5.6',
} as const

export type IconName = keyof typeof paths

/** A drawing beside words, silent to screen readers; one that stands alone has a label. */
export const Icon = ({ name, label }: { name: IconName; label?: string }) => (
  <svg
    className={styles.icon}
    viewBox="0 0 24 24"
    role="img"
    aria-label={label}
    aria-hidden={label === undefined}
  >
    <path d={paths[name]} />
  </svg>
)
