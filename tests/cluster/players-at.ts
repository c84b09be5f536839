import type { NodeProcess } from './node-process.ts'

/** How many players are connected to a BFF, as it tells itself. */
export const playersAt = async ({ url }: NodeProcess): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^minefall_live_players (\d+)$/m.exec(metrics)?.[1])
}
