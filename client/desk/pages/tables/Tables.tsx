import type { Right } from '@minefall/shared/contracts'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { usePlace } from '../../place.ts'
import { useMay } from '../../session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { Activities } from './Activities.tsx'
import { Canned } from './Canned.tsx'
import { Channels } from './Channels.tsx'
import { PlayTables } from './PlayTables.tsx'
import { Proposals } from './Proposals.tsx'
import { Rates } from './Rates.tsx'

const parts = {
  tables: { label: 'Tables', right: 'tables', Part: PlayTables },
  activities: { label: 'Activities', right: 'activities', Part: Activities },
  channels: { label: 'Ways to pay', right: 'catalogue', Part: Channels },
  rates: { label: 'Shown rates', right: 'catalogue', Part: Rates },
  proposals: { label: 'Proposals', right: 'catalogue', Part: Proposals },
  canned: { label: 'Canned answers', right: 'canned.change', Part: Canned },
} as const satisfies Record<string, { label: string; right: Right; Part: ComponentType }>
type Name = keyof typeof parts
const names = z.enum(Object.keys(parts) as [Name, ...Name[]])

const placeSchema = z.object({ tab: names.catch('tables') })

/** What admins manage: tables, activities, ways to pay with limits and rates, proposals, canned answers. */
export const Page = () => {
  const [{ tab }, setPlace] = usePlace(placeSchema)
  const { Part, right } = parts[tab]
  const may = useMay(right)
  return (
    <Tabs
      label="What to change"
      tabs={names.options.map((value) => ({ value, label: parts[value].label }))}
      value={tab}
      onChange={(next) => setPlace({ tab: next })}
    >
      {may && <Part />}
    </Tabs>
  )
}
