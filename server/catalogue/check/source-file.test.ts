import { expect, test } from 'vitest'
import { SourceFile } from './source-file.ts'

test('a curly quote is called one, where it stands', () => {
  for (const quoted of ['\u201Cname\u201D', '\u2018name\u2019', '\u00ABname\u00BB']) {
    const parsed = new SourceFile('x.json', `{\n  ${quoted}: 1\n}`).parse()
    expect(parsed).toMatchObject({ ok: false, problem: { line: 2, column: 3 } })
    expect(parsed).toMatchObject({ problem: { says: { code: 'json.curly' } } })
  }
})
