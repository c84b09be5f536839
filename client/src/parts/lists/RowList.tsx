import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { byDay, nearDay, useToday } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { ListMore, QueryState, type QueryStateProps } from '../QueryState.tsx'

type DayRowsProps<Item> = {
  items: readonly Item[]
  at(item: Item): number
  /** What a day close to now is called. */
  nearText(day: 'today' | 'yesterday'): string
  heading?: 'h3' | 'h4'
  styles: { day?: string | undefined; rows?: string | undefined }
  /** A row, as a list item with its key. */
  children(item: Item): ReactNode
}

const Day = <Item,>({
  at,
  today,
  items,
  nearText,
  heading: Heading = 'h4',
  styles,
  children,
}: Omit<DayRowsProps<Item>, 'at'> & { at: number; today: number }) => {
  const { i18n } = useTranslation()
  const title = useId()
  const near = nearDay(at, today)
  return (
    <section aria-labelledby={title}>
      <Heading id={title} className={styles.day}>
        {near ? nearText(near) : formatDay(at, i18n.language)}
      </Heading>
      <ul className={styles.rows}>{items.map(children)}</ul>
    </section>
  )
}

/** Rows under the days that they are of. */
export const DayRows = <Item,>({ items, at, ...day }: DayRowsProps<Item>) => {
  const today = useToday()
  return byDay(items, at).map(({ key, ...of }) => <Day key={key} today={today} {...day} {...of} />)
}

type RowListProps<Item> = Omit<DayRowsProps<Item>, 'items' | 'styles'> &
  Omit<QueryStateProps, 'of'> & {
    of: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>
    styles: DayRowsProps<Item>['styles'] & { older?: string | undefined }
    /** Stands where there is no row. */
    empty: ReactNode
    /** The way to older rows. */
    older: string
  }

/** A list by days, as far as it was asked for: while it loads, where it fails, where it is empty, and its older rows. */
export const RowList = <Item,>({
  of,
  skeleton,
  waiting,
  failed,
  old,
  empty,
  older,
  ...rows
}: RowListProps<Item>) => {
  const items = of.data?.pages.flatMap((page) => page.items)
  return (
    <>
      <QueryState
        of={of}
        skeleton={skeleton}
        waiting={waiting}
        failed={failed}
        {...(old !== undefined && { old })}
      />
      {items?.length === 0 ? empty : <DayRows items={items ?? []} {...rows} />}
      <ListMore of={of} label={older} className={rows.styles.older} />
    </>
  )
}
