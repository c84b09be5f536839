import { Popover } from '@base-ui/react/popover'
import { type DeskCounts, deskCalls } from '@minefall/shared/contracts/desk'
import { Link } from '@tanstack/react-router'
import { ask, wordsFor } from '../api.ts'
import { useLive } from '../live.ts'
import { maySee, pages } from '../pages.tsx'
import { session, useStaff } from '../session.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import layout from '../ui/Layout.module.css'
import { toast } from '../ui/ToastRegion.tsx'
import styles from './Shell.module.css'
import { Logo } from './SignIn.tsx'

const names: Record<keyof DeskCounts, string> = {
  conversations: 'conversations',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  reports: 'reports',
  flags: 'flags',
  proposals: 'tables',
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Forgets the session at once, however long the server takes to answer. */
export const signOut = () => {
  const token = session.current().session?.token
  if (token === undefined) return
  // Where it fails, the server ends it when it expires.
  ask(deskCalls.signOut).catch(() => undefined)
  session.end(token, 'signed-out')
}

/** The browser loads the API description without a token, so it gets a pass first. */
const openDocs = async () => {
  try {
    await ask(deskCalls.openDocs)
    location.assign('/docs')
  } catch (error) {
    toast.bad(wordsFor(error))
  }
}

const Me = () => {
  const { name, email, role } = useStaff()
  return (
    <div className={styles.me}>
      <Popover.Root>
        <Popover.Trigger className={styles.face} aria-label={`You: ${name}, ${role}`}>
          {initials(name)}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner side="right" align="end" sideOffset={8}>
            <Popover.Popup className={styles.menu} aria-label="Who is signed in">
              <p>
                <strong>{name}</strong>
                {email}
                <br />
                Role: {role}
              </p>
              <Button icon="book" onClick={openDocs}>
                API description
              </Button>
              <Button icon="leave" onClick={signOut}>
                Sign out
              </Button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

/** The pages that one may see, with what waits at each. */
export const Rail = () => {
  const counts = useLive((state) => state.counts)
  const shown = pages.filter((page) => page.icon && maySee(page))
  const waiting = shown.flatMap(({ count }) => {
    const number = count === undefined ? 0 : (counts[count] ?? 0)
    return count === undefined || number === 0 ? [] : [`${number} ${names[count]}`]
  })
  return (
    <nav className={styles.rail} aria-label="Desk">
      <Logo className={styles.logo} />
      <ul>
        {shown.map(({ path, title, icon, count }) => {
          const number = count === undefined ? 0 : (counts[count] ?? 0)
          const label = number > 0 ? `${title}, ${number} waiting` : title
          return (
            <li key={path}>
              <Link
                to={path}
                className={styles.place}
                aria-label={label}
                title={label}
                activeProps={{ 'aria-current': 'page' }}
              >
                {icon && <Icon name={icon} />}
                {number > 0 && <em className={styles.count}>{number > 99 ? '99+' : number}</em>}
              </Link>
            </li>
          )
        })}
      </ul>
      <p className={layout.aside} role="status">
        {waiting.length > 0 ? `Waiting: ${waiting.join(', ')}` : ''}
      </p>
      <Me />
    </nav>
  )
}
