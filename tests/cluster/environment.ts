import type { Settings } from '../harness/server.ts'

/**
 * What a node is started with: these settings, and what we were started with ourselves, but nothing of it that says one of
 * them otherwise: a setting may be in a file that its name and `_FILE` tells, and both at once are refused.
 */
export const environmentOf = (settings: Settings, own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const isSaid = (name: string) => Object.keys(settings).some((said) => plain(said) === plain(name))
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => !isSaid(name))), ...settings }
}

const plain = (name: string) => name.replace(/_FILE$/, '')
