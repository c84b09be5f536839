import { Combobox } from '@base-ui/react/combobox'
import { type DeskFound, deskCalls } from '@minefall/shared/contracts/desk'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { wordsFor } from '../api.ts'
import { useRead } from '../queries.ts'
import { Chip } from '../ui/Chip.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useKeys } from '../ui/KeyHint.tsx'
import styles from './Shell.module.css'

/** Something that was found, as a line of the list, and where it leads. All of it is text that players may have made. */
type Find = {
  key: string
  to: string
  search?: Readonly<Record<string, string>>
  name: string
  detail: string
  blocked?: boolean
}

type FindGroup = { title: string; items: readonly Find[] }

const contacts = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ')

const playersOf = ({ players }: DeskFound): Find[] =>
  players.map(({ id, nickname, email, phoneNumber, guest, blocked }) => ({
    key: `player ${id}`,
    to: `/players/${id}`,
    name: nickname || id,
    detail: contacts(guest ? 'guest' : '', email, phoneNumber) || 'no contact',
    blocked,
  }))

const ordersOf = ({ orders }: DeskFound): Find[] =>
  orders.map(({ id, number, kind, status, amount, player }) => ({
    key: `order ${id}`,
    to: kind === 'deposit' ? '/deposits' : '/withdrawals',
    search: { order: id },
    name: number,
    detail: `${kind} of ${BigInt(amount).toLocaleString('en')}, ${status}, ${player.nickname}`,
  }))

const matchesOf = ({ matches }: DeskFound): Find[] =>
  matches.map(({ matchId, gameId, phase, asset, stake }) => ({
    key: `match ${matchId}`,
    to: `/matches/${matchId}`,
    name: matchId,
    detail: `${gameId}, ${phase}, ${BigInt(stake).toLocaleString('en')} ${asset}`,
  }))

const reportsOf = ({ reports }: DeskFound): Find[] =>
  reports.map(({ id, number, category, player }) => ({
    key: `report ${id}`,
    to: '/reports',
    search: { report: id },
    name: number,
    detail: `${category}, ${player?.nickname ?? 'a visitor'}`,
  }))

/** What was found by kind, without kinds of which nothing was. */
export const groupsOf = (found: DeskFound): FindGroup[] =>
  [
    { title: found.morePlayers ? 'Players, the first ten' : 'Players', items: playersOf(found) },
    { title: 'Orders', items: ordersOf(found) },
    { title: 'Matches', items: matchesOf(found) },
    { title: 'Reports', items: reportsOf(found) },
  ].filter(({ items }) => items.length > 0)

/** How long nothing more is typed before it is asked for, in milliseconds. */
const pauseMs = 200
/** Less finds too much. */
const least = 2

/** What is typed, once it settles. */
const useStill = (text: string): string => {
  const [still, setStill] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return still
}

type Asked = {
  /** What is typed now. */
  text: string
  /** What was asked for. */
  still: string
  data: DeskFound | undefined
  error: unknown
}

/** What was found for what is typed, and what is said where there is nothing to choose from: Enter opens the first. */
export const foundFor = ({
  text,
  still,
  data,
  error,
}: Asked): { groups: FindGroup[]; said: string | null } => {
  if (text.length < least)
    return { groups: [], said: 'Enter 2 or more characters of a name, address, number or ID.' }
  if (still === text && error) return { groups: [], said: wordsFor(error) }
  if (still !== text || !data) return { groups: [], said: 'Searching…' }
  const groups = groupsOf(data)
  return { groups, said: groups.length > 0 ? null : 'No matches found.' }
}

const useFound = (typed: string) => {
  const text = typed.trim()
  const still = useStill(text)
  const asked = { query: { q: still } }
  const { data, error } = useRead(deskCalls.search, asked, { enabled: still.length >= least })
  return foundFor({ text, still, data, error })
}

/** Players, orders, matches and reports from wherever one is. `/` comes here, Enter opens what is marked. */
export const Search = () => {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { groups, said } = useFound(text)
  useKeys({ '/': () => field.current?.focus() })
  const open = (find: Find | null) => {
    if (!find) return
    setText('')
    field.current?.blur()
    navigate({ to: find.to, search: find.search ?? {} })
  }
  return (
    <Combobox.Root
      items={groups}
      filter={null}
      value={null}
      onValueChange={open}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ name }: Find) => name}
      autoHighlight
    >
      <Combobox.InputGroup className={styles.box}>
        <Icon name="search" />
        <Combobox.Input
          ref={field}
          className={styles.field}
          aria-label="Search players, orders, matches and reports"
          placeholder="Player, email, phone, order, match"
          maxLength={254}
          spellCheck={false}
        />
        <kbd aria-hidden>/</kbd>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner className={styles.positioner} align="start" sideOffset={6}>
          <Combobox.Popup className={styles.popup} aria-label="What was found">
            <Combobox.Status className={styles.said}>{said}</Combobox.Status>
            <Combobox.List className={styles.list}>
              {({ title, items }: FindGroup) => (
                <Combobox.Group key={title} items={items} className={styles.group}>
                  <Combobox.GroupLabel className={styles.title}>{title}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(find: Find) => (
                      <Combobox.Item key={find.key} value={find} className={styles.find}>
                        <span className={styles.name}>
                          <bdi>{find.name}</bdi>
                          {find.blocked && <Chip tone="bad">Blocked</Chip>}
                        </span>
                        <bdi className={styles.detail}>{find.detail}</bdi>
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
