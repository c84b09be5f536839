import { Combobox } from '@base-ui/react/combobox'
import type { ReactNode, RefObject } from 'react'
import { classes } from '../classes.ts'
import styles from './pick-list.module.css'

type PickListProps<Item extends { code: string }> = {
  items: readonly Item[]
  /** Null while none is chosen. */
  value: Item | null
  onChoose(item: Item): void
  nameOf(item: Item): string
  isFound(item: Item, query: string): boolean
  /** What the list is called, what its field asks for, and what it says where nothing is found. */
  texts: { list: string; search: string; empty: string }
  /** The `Combobox.Trigger` that opens it. */
  trigger: ReactNode
  /** How far it stays from what opens it and from the edges of the screen, in pixels. */
  away: { trigger: number; edges: number }
  /** What was pressed before the list was there: it is open at first, and this gets the focus back. */
  openedBy?: RefObject<HTMLElement | null>
  className?: string | undefined
  itemClassName?: string | undefined
  /** How an item is shown. */
  children(item: Item): ReactNode
}

/** A list over the page that is searched by typing. */
export const PickList = <Item extends { code: string }>({
  items,
  value,
  onChoose,
  nameOf,
  isFound,
  texts,
  trigger,
  away,
  openedBy,
  className,
  itemClassName,
  children,
}: PickListProps<Item>) => (
  <Combobox.Root
    items={items}
    value={value}
    onValueChange={(chosen: Item | null) => chosen && onChoose(chosen)}
    itemToStringLabel={nameOf}
    filter={isFound}
    defaultOpen={openedBy !== undefined}
    autoHighlight
  >
    {trigger}
    <Combobox.Portal>
      <Combobox.Positioner
        className={styles.positioner}
        align="start"
        sideOffset={away.trigger}
        collisionPadding={away.edges}
      >
        <Combobox.Popup
          className={classes(styles.pickListPopup, className)}
          aria-label={texts.list}
          finalFocus={openedBy}
        >
          <Combobox.Input className={styles.search} placeholder={texts.search} aria-label={texts.search} />
          <Combobox.Empty className={styles.empty}>{texts.empty}</Combobox.Empty>
          <Combobox.List className={styles.list}>
            {(item: Item) => (
              <Combobox.Item key={item.code} className={classes(styles.item, itemClassName)} value={item}>
                {children(item)}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  </Combobox.Root>
)
