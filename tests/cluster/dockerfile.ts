/** One instruction of a Dockerfile. */
export type Step = { instruction: string; words: string }
/** A stage: what it begins with, an image or an earlier stage, and what is done in it. */
export type Stage = { name: string; from: string; steps: Step[] }

/** Reads a Dockerfile: stages in their order, lines that go on joined, comments left out. */
export const readDockerfile = (text: string): Stage[] => {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction = '', words = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === '') throw new Error(`this is no instruction: ${line}`)
    const [, from, name] = (instruction === 'FROM' && /^(\S+) AS (\S+)$/.exec(words)) || []
    if (from !== undefined && name !== undefined) stages.push({ name, from, steps: [] })
    else stages.at(-1)?.steps.push({ instruction, words })
  }
  return stages
}

/** Whether a .dockerignore leaves out a path: whole names and `**` before them, as ours are. */
export const isIgnored = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    const matching = escaped.replaceAll('**/', '(?:.*/)?').replaceAll(/(?<!\.|\))\*/g, '[^/]*')
    return new RegExp(`^${matching}(?:/|$)`).test(path)
  })
