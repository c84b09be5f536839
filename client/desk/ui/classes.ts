export { classes } from '../../src/ui/classes.ts'
