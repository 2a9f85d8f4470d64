import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Legal } from './legal.ts'

const legal = new Legal(join(import.meta.dirname, '../catalogue'))
const shown = (html: string): string =>
  legal.document('terms', 'ch_EN', { flags: { TOS_PP_HTML: html }, modules: {} }).html

describe('B-04 a deployment’s own texts', () => {
  test.each([
    ['a script', '<script>top.broken = 1</script>'],
    ['a handler', '<p onclick="alert(1)">x</p>'],
    ['a handler of a picture that does not load', '<img src=x onerror=alert(1)>'],
    [
      'a drawing that runs something',
      '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
    ],
    ['formulae that hide a style', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a frame with a text of its own', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['a form', '<form action="https://evil.example"><input name="secret"><button>Go</button></form>'],
    [
      'a style',
      '<style>body { background: url(https://evil.example) }</style><p style="position:fixed">x</p>',
    ],
    ['another base', '<base href="https://evil.example/">'],
    ['a page that leads on', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['a link that runs something', '<a href="javascript:alert(1)">x</a>'],
    ['one that hides it', '<a href=" jAvA&#9;script:alert(1)">x</a>'],
    ['one with a text of its own', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['one without a scheme', '<a href="//evil.example">x</a>'],
    ['a tag within a tag', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
    ['a comment that ends twice', '<!--><img src=x onerror=alert(1)>-->'],
  ])('B-04 %s is not sent', (_what, html) => {
    const sent = shown(`<p>Be kind.</p>${html}`)
    expect(sent).toContain('Be kind.')
    const tags = [...sent.matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)]
    for (const [, name = '', attributes = ''] of tags) {
      expect(['p', 'a', 'table']).toContain(name)
      expect(attributes).not.toMatch(/\bon\w+\s*=|style|javascript|data:|evil/i)
    }
  })

  test('B-04 what a text needs stays, and its links lead out without telling whence', () => {
    expect(shown('<h2>House</h2><ul><li><b>Be</b> kind.</li></ul>')).toBe(
      '<h2>House</h2><ul><li><b>Be</b> kind.</li></ul>',
    )
    expect(shown('<a href="https://own.example/more">More</a>')).toBe(
      '<a href="https://own.example/more" rel="noopener noreferrer" target="_blank">More</a>',
    )
  })
})
