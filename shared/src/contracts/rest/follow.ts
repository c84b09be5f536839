import { z } from 'zod'
import { matchIdSchema } from '../../rules/index.ts'
import { profileIdSchema } from './players.ts'

/** So many people may be followed, and so many blocked. */
export const followsMost = 200

/** Someone by their public page. */
const personSchema = z.object({ id: profileIdSchema, name: z.string(), avatar: z.string() })

const followedSchema = personSchema.extend({
  /** Whether they are here now, as far as they show it to those who follow them. */
  here: z.boolean(),
  /** The match they play, where it may be watched. */
  match: z.object({ matchId: matchIdSchema, gameId: z.string() }).nullable(),
})
export type Followed = z.infer<typeof followedSchema>

export const followsSchema = z.object({
  /** Your own page; null before your first counted match. */
  id: profileIdSchema.nullable(),
  /** Whether those who follow you see that you are here. */
  shown: z.boolean(),
  /** Those who are here first, then by name. People who hide are away. */
  follows: z.array(followedSchema).max(followsMost),
  blocked: z.array(personSchema).max(followsMost),
})
export type Follows = z.infer<typeof followsSchema>

export const followBodySchema = z.object({ id: profileIdSchema, follow: z.boolean() })
export const blockBodySchema = z.object({ id: profileIdSchema, block: z.boolean() })
export const showHereBodySchema = z.object({ shown: z.boolean() })

/** To the private table that the caller hosts. */
export const inviteBodySchema = z.object({ id: profileIdSchema, matchId: matchIdSchema })
