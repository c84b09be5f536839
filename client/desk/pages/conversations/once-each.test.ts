import type { DeskConversation } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { onceEach } from './Conversations.tsx'

const conversation = (id: string, waitingSince: number | null): DeskConversation => ({
  player: { id, nickname: id, email: '', phoneNumber: '', avatar: 'owl', guest: false },
  ...{ status: 'open', assignedTo: null, locale: 'en-US', waitingSince },
  ...{ lastSeq: 1, playerRead: 0, staffRead: 0, unread: 0, updatedAt: 9 },
  last: { seq: 1, messageId: id, author: 'player', name: null, text: 'Hello?', pictureId: null, at: 1 },
})

test('a conversation that is answered between two pages of the inbox is in it once, as answered', () => {
  const [first, second] = [conversation('a', 1), conversation('b', 2)]
  const answered = conversation('a', null)
  const rest = conversation('c', null)
  expect(onceEach([first, second, answered, rest])).toEqual([answered, second, rest])
})
