import { Navigate, useParams } from '@tanstack/react-router'
import { z } from 'zod'

const paramsSchema = z.object({ playerId: z.string() })

/** The way from a player to their conversation: the inbox with it chosen. */
export const Page = () => {
  const { playerId } = paramsSchema.parse(useParams({ strict: false }))
  return <Navigate to="/conversations" search={{ player: playerId }} replace />
}
