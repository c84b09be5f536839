export { type CodeUse, type News, writeCode, writeNews } from './write.ts'
