/**
 * Loaded before Zigbee2MQTT: where the program would open a serial port, it finds a virtual radio. Everything else is the
 * unmodified program. A loopback port lets a test be the world outside: what it posts there happens.
 */
import { createServer } from 'node:http'
import { Adapter } from './herdsman.ts'
import { VirtualRadio } from './virtual-radio.ts'

Adapter.create = async (network, port, backup, options) => new VirtualRadio(network, port, backup, options)

interface Order {
  name: string
  cluster: string
  attributes: Record<string, unknown>
  command: string
  payload: object
  dead: boolean
}

function happen(what: string, { name, cluster, attributes, command, payload, dead }: Order): unknown {
  const radio = VirtualRadio.on
  if (!radio) throw new Error('The radio is not on yet')
  switch (what) {
    case '/join':
      return radio.join(name)
    case '/leave':
      return radio.leave(name)
    case '/report':
      return radio.report(name, cluster, attributes)
    case '/command':
      return radio.command(name, cluster, command, payload)
    case '/dead':
      return radio.dead(name, dead)
    case '/received':
      return radio.received
    default:
      throw new Error(`Nothing happens at ${what}`)
  }
}

createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString('utf8')
  })
  request.on('end', () => {
    try {
      response.end(JSON.stringify(happen(request.url ?? '', JSON.parse(body || '{}') as Order) ?? null))
    } catch (error) {
      response.statusCode = 500
      response.end(String(error))
    }
  })
}).listen(Number(process.env.VIRTUAL_RADIO_PORT), '127.0.0.1')
