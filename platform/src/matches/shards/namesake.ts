import { type Bus, startupError } from '@minefall/shared/node'
import { probeMs } from './membership.ts'

/**
 * Rejects with a start-up error where someone on the bus answers to this node's name: shards, questions and beats of
 * two nodes of one name would be taken for each other's. One that is dead or frozen answers nothing, and may be
 * replaced.
 */
export const refuseNamesake = async ({ bus, node }: { bus: Bus; node: string }): Promise<void> => {
  const answer = await bus.request('node.probe', {}, { at: node, timeoutMs: probeMs })
  if (answer.data)
    throw startupError(
      `Another platform node is called ${node}. Give each node a different NODE_NAME, or start this one when the other has stopped.`,
    )
}
