import { globSync, readFileSync } from 'node:fs'
import { opensToGatewaySession } from '../../gateway/lib/gateways/permissions.ts'
import { write } from './write.ts'

interface Described {
  'x-kind'?: string
  'x-policy'?: string
  'x-scope'?: string
}

interface Api {
  paths: Readonly<Record<string, Readonly<Record<string, Described & { operationId: string }>>>>
}

interface Channel {
  components: { messages: Readonly<Record<string, Described>> }
}

const isOpen = ({ 'x-scope': scope, 'x-policy': policy }: Described): boolean =>
  policy === 'public' || opensToGatewaySession(scope)

const listed = (name: string, names: readonly string[]): string =>
  `export const ${name}: readonly string[] = [\n${names.map((one) => `  '${one}',\n`).join('')}]\n`

/** schemas → which calls and commands are closed to whoever signed in with the secret of a gateway (decision 0075). */
export function gatewaySession(): void {
  const operations = globSync('schemas/api/*.json')
    .sort()
    .flatMap((file) => Object.values((JSON.parse(readFileSync(file, 'utf8')) as Api).paths))
    .flatMap((methods) => Object.values(methods))
  const { messages } = (JSON.parse(readFileSync('schemas/channel/asyncapi.json', 'utf8')) as Channel)
    .components
  const commands = Object.entries(messages).filter(([, message]) => message['x-kind'] === 'command')
  write(
    'gateway-session.ts',
    [
      listed(
        'closedOperations',
        operations.filter((one) => !isOpen(one)).map(({ operationId }) => operationId),
      ),
      listed(
        'closedCommands',
        commands.filter(([, one]) => !isOpen(one)).map(([name]) => name),
      ),
    ].join('\n'),
  )
}
