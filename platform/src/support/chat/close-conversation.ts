import type { ChatMessage } from '@minefall/shared/contracts/live'
import type { LanguageId } from '@minefall/shared/languages'
import type { Sql } from '../../db/index.ts'
import type { Conversation } from './conversation.ts'
import { readMessage } from './message-row.ts'

/** The last line of a conversation that is closed, in what the player's page is shown in. */
const goodbyes: Readonly<Record<LanguageId, string>> = {
  'en-US': 'This conversation was closed. Write again whenever you need us.',
  'ja-JP': 'この会話は終了しました。ご用の際は、いつでもまたお問い合わせください。',
  'ko-KR': '이 대화가 종료되었습니다. 필요하실 때 언제든지 다시 문의해 주세요.',
  'ms-MY': 'Perbualan ini telah ditutup. Tulis semula pada bila-bila masa anda memerlukan kami.',
  'pt-BR': 'Esta conversa foi encerrada. Escreva de novo quando precisar.',
}

/**
 * Closes an open conversation that the transaction has locked: it is nobody's from then on, nothing of it waits, and its
 * player reads so. What the player writes next opens it again.
 */
export const closeConversation = async (
  tx: Sql,
  { playerId, lastSeq, locale }: Conversation,
  { messageId, at }: { messageId: string; at: number },
): Promise<ChatMessage> => {
  const seq = lastSeq + 1
  await tx.query(
    `insert into conversation_message (player_id, seq, message_id, author, body, created_at)
     values ($1, $2, $3, 'system', $4, $5)`,
    [playerId, seq, messageId, goodbyes[locale], new Date(at)],
  )
  await tx.query(
    `update conversation set status = 'closed', assigned_to = null, waiting_since = null, last_seq = $2,
       staff_read_seq = $2, version = version + 1, updated_at = $3
     where player_id = $1`,
    [playerId, seq, new Date(at)],
  )
  return readMessage(tx, playerId, seq)
}
