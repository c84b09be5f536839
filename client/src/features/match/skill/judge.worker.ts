import { judgeEnded } from './judge-ended.ts'
import type { Asked } from './judge-thread.ts'
import { positionOdds } from './position-odds.ts'

const answer = (asked: Asked) => {
  switch (asked.type) {
    case 'skill':
      return judgeEnded(asked.ended)
    case 'odds':
      return asked.boards.map((board) => board && positionOdds(asked.ended, board))
  }
}

addEventListener('message', ({ data, ports: [reply] }: MessageEvent<Asked>) =>
  reply?.postMessage(answer(data)),
)
