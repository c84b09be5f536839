import { expect, it } from 'vitest'
import { csvRecord } from './csv.ts'

it('quotes what would end a cell or a record, and nothing else', () => {
  expect(csvRecord(['a', 'b c', '', 'é 中'])).toBe('a,b c,,é 中\r\n')
  expect(csvRecord(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"\r\n',
  )
})

it('leaves nothing that a spreadsheet would run', () => {
  expect(csvRecord(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("x","y")'])).toBe(
    `'=1+1,'+1+1,'-1+1,'@SUM(A1),'\t=1,"'\r=1","'\n=1","'=HYPERLINK(""x"",""y"")"\r\n`,
  )
  expect(csvRecord(['-', '-1-1', '- 1', '+1', '--1'])).toBe("'-,'-1-1,'- 1,'+1,'--1\r\n")
})

it('leaves nothing that one of wide characters would run', () => {
  expect(csvRecord(['＝1+1', '＋1', '－1', '＠SUM(A1)'])).toBe("'＝1+1,'＋1,'－1,'＠SUM(A1)\r\n")
})

it('leaves plain numbers as they are', () => {
  expect(csvRecord(['-100', '100', '0', '-9223372036854775808', '-1.50'])).toBe(
    '-100,100,0,-9223372036854775808,-1.50\r\n',
  )
})
