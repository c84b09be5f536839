import type { Database } from './database.ts'

/**
 * Runs one suite on PGlite and on a real PostgreSQL. `open` gives a fresh, migrated database each time; they
 * are closed after the suite.
 */
export declare function describeDatabases(name: string, suite: (open: () => Promise<Database>) => void): void
