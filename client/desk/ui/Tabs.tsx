import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './Tabs.module.css'
import { count } from './words.ts'

export type TabsProps<V extends string> = {
  label: string
  tabs: readonly { value: V; label: string; count?: number | undefined }[]
  value: V
  onChange: (value: V) => void
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Several views of one thing; arrow keys go from one to the next. */
export const Tabs = <V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) => (
  <Base.Root
    className={styles.root}
    value={value}
    onValueChange={(next) => {
      const chosen = tabs.find((tab) => tab.value === next)
      if (chosen) onChange(chosen.value)
    }}
  >
    <Base.List className={styles.list} aria-label={label}>
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
          {tab.label}
          {tab.count !== undefined && ` ${count(tab.count)}`}
        </Base.Tab>
      ))}
    </Base.List>
    <Base.Panel value={value} className={styles.panel}>
      {children}
    </Base.Panel>
  </Base.Root>
)
