import { type DeskCounts, hasRight, type Right } from '@minefall/shared/contracts/desk'
import type { ComponentType } from 'react'
import { session } from './session.ts'
import type { IconName } from './ui/Icon.tsx'

export type DeskPage = {
  /** Such as `/players/$playerId`; `useParams({ strict: false })` reads it. */
  path: string
  title: string
  /** What one must be allowed to do to see it. */
  right: Right
  /** Has a place in the rail with this sign; pages without one are reached from others. */
  icon?: IconName
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

/** Every page of the desk, in the order of the rail. The first one that someone may see is where they begin. */
export const pages: readonly DeskPage[] = [
  {
    path: '/connections',
    title: 'Connections',
    right: 'connections',
    icon: 'pulse',
    load: () => import('./pages/connections/Connections.tsx'),
  },
  {
    path: '/matches',
    title: 'Matches',
    right: 'matches.read',
    icon: 'board',
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
    icon: 'chat',
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
    icon: 'incoming',
    count: 'deposits',
    load: async () => ({ Page: (await import('./pages/orders/Orders.tsx')).Deposits }),
  },
  {
    path: '/withdrawals',
    title: 'Withdrawals',
    right: 'orders.read',
    icon: 'outgoing',
    count: 'withdrawals',
    load: async () => ({ Page: (await import('./pages/orders/Orders.tsx')).Withdrawals }),
  },
  {
    path: '/flags',
    title: 'Flags',
    right: 'accounts.read',
    icon: 'inspect',
    count: 'flags',
    load: () => import('./pages/flags/Flags.tsx'),
  },
  {
    path: '/luck',
    title: 'Luck',
    right: 'accounts.read',
    icon: 'rising',
    load: () => import('./pages/flags/Luck.tsx'),
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
    icon: 'heart',
    load: () => import('./pages/health/Health.tsx'),
  },
  {
    path: '/reports',
    title: 'Reports',
    right: 'reports',
    icon: 'flag',
    count: 'reports',
    load: () => import('./pages/reports/Reports.tsx'),
  },
  {
    path: '/tables',
    title: 'Tables and rates',
    right: 'tables',
    icon: 'sliders',
    count: 'proposals',
    load: () => import('./pages/tables/Tables.tsx'),
  },
  {
    path: '/audit',
    title: 'Audit log',
    right: 'audit',
    icon: 'page',
    load: () => import('./pages/audit/Audit.tsx'),
  },
]
