import { type DeskCounts, hasRight, type Right } from '@minefall/shared/contracts/desk'
import {
  Activity,
  ArrowDownToLine,
  ArrowUpFromLine,
  Flag,
  Grid3x3,
  HeartPulse,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  SlidersHorizontal,
  UserSearch,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { session } from './session.ts'

export type DeskPage = {
  /** Such as `/players/$playerId`; `useParams({ strict: false })` reads it. */
  path: string
  title: string
  /** What one must be allowed to do to see it. */
  right: Right
  /** Has a place in the rail with this sign; pages without one are reached from others. */
  icon?: LucideIcon
  /** What waits there. */
  count?: keyof DeskCounts
  /** Its code comes when it is first opened. The module exports it as `Page`. */
  load: () => Promise<{ Page: ComponentType }>
}

/** Whether who is signed in may see this page. */
export const maySee = ({ right }: DeskPage): boolean => {
  const role = session.current().session?.staff.role
  return role !== undefined && hasRight(role, right)
}

/** Every page of the desk, in the order of the rail. The first one that somebody may see is where they begin. */
export const pages: readonly DeskPage[] = [
  {
    path: '/connections',
    title: 'Connections',
    right: 'connections',
    icon: Activity,
    load: () => import('./pages/connections/Connections.tsx'),
  },
  {
    path: '/matches',
    title: 'Matches',
    right: 'matches.read',
    icon: Grid3x3,
    load: () => import('./pages/matches/Matches.tsx'),
  },
  {
    path: '/matches/$matchId',
    title: 'Match',
    right: 'matches.read',
    load: () => import('./pages/matches/Match.tsx'),
  },
  {
    path: '/conversations',
    title: 'Conversations',
    right: 'conversations',
    icon: MessagesSquare,
    count: 'conversations',
    load: () => import('./pages/conversations/Conversations.tsx'),
  },
  {
    path: '/conversations/$playerId',
    title: 'Conversations',
    right: 'conversations',
    load: () => import('./pages/conversations/ToConversation.tsx'),
  },
  {
    path: '/deposits',
    title: 'Deposits',
    right: 'orders.read',
    icon: ArrowDownToLine,
    count: 'deposits',
    load: async () => ({ Page: (await import('./pages/orders/Orders.tsx')).Deposits }),
  },
  {
    path: '/withdrawals',
    title: 'Withdrawals',
    right: 'orders.read',
    icon: ArrowUpFromLine,
    count: 'withdrawals',
    load: async () => ({ Page: (await import('./pages/orders/Orders.tsx')).Withdrawals }),
  },
  {
    path: '/flags',
    title: 'Flags',
    right: 'accounts.read',
    icon: UserSearch,
    count: 'flags',
    load: () => import('./pages/flags/Flags.tsx'),
  },
  {
    path: '/players/$playerId',
    title: 'Player',
    right: 'players.read',
    load: () => import('./pages/player/Player.tsx'),
  },
  {
    path: '/health',
    title: 'Health',
    right: 'health',
    icon: HeartPulse,
    load: () => import('./pages/health/Health.tsx'),
  },
  {
    path: '/reports',
    title: 'Reports',
    right: 'reports',
    icon: Flag,
    count: 'reports',
    load: () => import('./pages/reports/Reports.tsx'),
  },
  {
    path: '/tables',
    title: 'Tables and rates',
    right: 'tables',
    icon: SlidersHorizontal,
    count: 'proposals',
    load: () => import('./pages/tables/Tables.tsx'),
  },
  {
    path: '/audit',
    title: 'Audit log',
    right: 'audit',
    icon: ScrollText,
    load: () => import('./pages/audit/Audit.tsx'),
  },
]
