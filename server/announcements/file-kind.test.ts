import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { kindOf } from './file-kind.ts'

/** An archive of one file, as tar writes it. */
function tarOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write('0', 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return Buffer.concat([header, body, Buffer.alloc(1024)])
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const text = (said: string) => Buffer.from(said)

describe('3.5-066 what may go with an announcement', () => {
  test.each([
    ['house.png', PNG, 'image/png'],
    ['House.JPG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['house.jpeg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['house.gif', text('GIF89a....'), 'image/gif'],
    ['house.webp', text('RIFF....WEBPVP8 '), 'image/webp'],
    ['Plan.csv', text('Ort;Tag\r\nZürich;Montag\r\n'), 'text/csv'],
    ['plan.csv', Buffer.from('Ort;Tag\nZ\xfcrich;Montag\n', 'latin1'), 'text/csv'],
    ['plans.tar.gz', gzipSync(tarOf('plan.csv', 'Bern;Monday')), 'application/gzip'],
    ['plans.tgz', gzipSync(tarOf('plan.csv', 'Bern;Monday')), 'application/gzip'],
    ['large.tar.gz', gzipSync(tarOf('zeros', '0'.repeat(20_000_000))), 'application/gzip'],
  ])('3.5-066 %s is taken', (name, bytes, kind) => {
    expect(kindOf(name, bytes)).toBe(kind)
  })

  test.each([
    ['house.svg', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['house.png', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['house.png', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['plan.csv', PNG],
    ['plan.csv', Buffer.from([0x4d, 0x5a, 0x90, 0])],
    ['plans.tar.gz', text('no archive')],
    ['plans.tar.gz', gzipSync('a text alone, which is no archive'.repeat(100))],
    ['plans.tar.gz', gzipSync(Buffer.alloc(20_000_000))],
    ['plans.tar', tarOf('plan.csv', 'Bern;Monday')],
    ['plans.zip', Buffer.from('504b030414000000', 'hex')],
    ['plan.pdf', text('%PDF-1.7')],
    ['run.exe', Buffer.from([0x4d, 0x5a])],
    ['csv', text('Bern;Monday')],
    ['plan.csv', Buffer.alloc(0)],
  ])('3.5-066 %s is refused when it is something else (%#)', (name, bytes) => {
    expect(kindOf(name, bytes)).toBeUndefined()
  })
})
