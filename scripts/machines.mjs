// docs/machines: a diagram and a table for each of the client's machines, from the machine itself. What stands before the
// diagram is written by hand and kept. With --check: the pages are up to date. Needs a compiled shared (`tsc -b`).
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'
import { onNode24 } from './runtime.mjs'

await onNode24()
const names = ['login', 'session', 'connection', 'match']
const code = (text) => `\`${text}\``

/** Guards and actions go by their names; `and` and `not` by those of what they join. */
const nameOf = (named) => {
  if (typeof named === 'string') return named
  if (named.guards)
    return named.guards.map((guard) => (named.name === 'not' ? 'not ' : '') + nameOf(guard)).join(' and ')
  return (named.type ?? named.name).replace('xstate.', '')
}

const eventOf = ({ eventType, source, delay }) => {
  if (eventType === '') return 'at once'
  if (delay !== undefined) return `after ${typeof delay === 'number' ? `${delay} ms` : delay}`
  if (eventType.startsWith('xstate.done.state.')) return 'done'
  const [, how, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType) ?? []
  if (!how) return eventType
  const { src } = source.invoke.find((invoked) => invoked.id === id)
  return `${src} ${how === 'done' ? 'is done' : 'fails'}`
}

const pathOf = (node) => node.path.join('.') || 'any'
const idOf = (node) => node.path.join('_')
const childrenOf = (node) => Object.values(node.states)
const transitionsOf = (node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
const withInner = (node) => [node, ...childrenOf(node).flatMap(withInner)]
const ancestorsOf = (node) => (node ? [...ancestorsOf(node.parent), node] : [])

/** What a state is called from one that it is in; empty for that state itself. */
const pathWithin = (outer, node) => node.path.slice(outer.path.length).join('.')

const labelOf = ({ transition, border, start, end }) => {
  const from = pathWithin(start ?? border, transition.source)
  const to = pathWithin(end, transition.target[0])
  const guard = transition.guard ? ` [${nameOf(transition.guard)}]` : ''
  return `${from && `in ${from} `}${eventOf(transition)}${guard}${to && ` to ${to}`}`
}

/**
 * Diagrams have no arrows across the border of a state: each is drawn between the states of one border that its ends are
 * in, or as an entry where it stays within one of them.
 */
const arrowOf = (transition) => {
  const [from, to] = [ancestorsOf(transition.source), ancestorsOf(transition.target[0])]
  const apart = from.findIndex((node, depth) => node !== to[depth])
  const isWithin = apart === -1 || apart >= to.length
  if (!isWithin) return { border: from[apart - 1], start: from[apart], end: to[apart] }
  const inner = to[from.length]
  const border = inner ? transition.source : transition.target[0]
  if (inner) return { border, start: null, end: inner }
  const isPlain = childrenOf(border).length === 0
  if (isPlain) return { border: border.parent, start: border, end: border }
  return { border, start: null, end: border.type === 'compound' ? border.initial.target[0] : null }
}

const diagramOf = (machine) => {
  const arrows = Map.groupBy(
    withInner(machine.root)
      .flatMap(transitionsOf)
      .filter(({ target }) => target)
      .map((transition) => ({ transition, ...arrowOf(transition) }))
      .filter(({ end }) => end),
    ({ border }) => border,
  )
  const linesOf = (node) => {
    const regions = childrenOf(node).map((child) => {
      const inner = linesOf(child).map((line) => `  ${line}`)
      const state = `state "${child.key}" as ${idOf(child)}`
      return inner.length > 0 ? [`${state} {`, ...inner, '}'] : [state]
    })
    if (node.type === 'parallel')
      return regions.flatMap((lines, index) => (index > 0 ? ['--', ...lines] : lines))
    const pairs = Map.groupBy(
      arrows.get(node) ?? [],
      ({ start, end }) => `${start ? idOf(start) : '[*]'} --> ${idOf(end)}`,
    )
    const drawn = [...pairs].map(([pair, same]) => `${pair} : ${same.map(labelOf).join('<br>')}`)
    const first = node.type === 'compound' ? [`[*] --> ${idOf(node.initial.target[0])}`] : []
    return [...regions.flat(), ...first, ...drawn]
  }
  return ['```mermaid', 'stateDiagram-v2', ...linesOf(machine.root).map((line) => `  ${line}`), '```'].join(
    '\n',
  )
}

const tableOf = (machine) => {
  const rows = withInner(machine.root).flatMap((node) => {
    const does = [...node.entry.map(nameOf).map(code), ...node.invoke.map(({ src }) => `runs ${code(src)}`)]
    const tags = node.tags.map((tag) => `tag ${code(tag)}`)
    const entry = does.length + tags.length > 0 ? [['', '', '', [...does, ...tags].join(', ')]] : []
    const moves = transitionsOf(node).map((transition) => [
      eventOf(transition),
      transition.guard ? code(nameOf(transition.guard)) : '',
      transition.target ? code(pathOf(transition.target[0])) : '',
      transition.actions.map(nameOf).map(code).join(', '),
    ])
    return [...entry, ...moves].map((cells) => [code(pathOf(node)), ...cells])
  })
  return [
    '| In | On | If | Goes to | Does |',
    '|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

let isCurrent = true
for (const name of names) {
  const { [`${name}Machine`]: machine } = await import(join(root, `client/src/machines/${name}/machine.ts`))
  const page = join(root, `docs/machines/${name}.md`)
  const kept = existsSync(page) ? readFileSync(page, 'utf8') : `# The ${name} machine\n\n`
  const head = kept.split(/^## States$/m)[0].trimEnd()
  const rendered = `${head}\n\n## States\n\n${diagramOf(machine)}\n\n## Transitions\n\n${tableOf(machine)}\n`
  if (rendered === kept) continue
  if (!process.argv.includes('--check')) writeFileSync(page, rendered)
  else {
    isCurrent = false
    console.log(`docs/machines/${name}.md is not what the machine does: run node scripts/machines.mjs`)
  }
}
process.exit(isCurrent ? 0 : 1)
