import type { ComponentType } from 'react'

/**
 * Loads a part of the page that asks the server, with the queries that it asks by: no first view waits for their code.
 * What it loads on demand stands within it, and needs this no more.
 */
export const asking =
  <P extends object>(load: () => Promise<ComponentType<P>>) =>
  async (): Promise<{ default: ComponentType<P> }> => {
    const [{ Queries }, Part] = await Promise.all([import('./Queries.tsx'), load()])
    return {
      default: (props) => (
        <Queries>
          <Part {...props} />
        </Queries>
      ),
    }
  }
