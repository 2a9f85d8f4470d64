import { dirname, join, normalize } from 'node:path'
import { isTable, type Table, tableAt } from './places.ts'

/** A call as its document describes it; undefined parts are not described field by field. */
export interface DescribedCall {
  /** Parts of its address and of its query. */
  params: ReadonlySet<string>
  /** Parts of its address: without them it goes nowhere. */
  needed: readonly string[]
  body: ReadonlySet<string> | undefined
  /** Fields of its answer. */
  answer: ReadonlySet<string> | undefined
}

/** A document, and a value in it; what a `$ref` leads to may stand in another one. */
interface Placed {
  file: string
  value: unknown
}

/** Calls of the HTTP documents and commands of the channel's, by name; `read` gives a document by its path within the schemas. */
export class DescribedCalls {
  readonly operations: ReadonlyMap<string, DescribedCall>
  readonly commands: ReadonlyMap<string, DescribedCall>
  readonly #readJson: (path: string) => unknown

  constructor(read: (path: string) => unknown, api: readonly string[]) {
    this.#readJson = read
    this.operations = new Map(api.flatMap((file) => this.#operationsIn(file)))
    this.commands = new Map(this.#commandsIn('channel/asyncapi.json'))
  }

  #operationsIn(file: string): [string, DescribedCall][] {
    const paths = tableAt(this.#read(file), 'paths')
    return Object.values(paths).flatMap((path) =>
      Object.values(tableAt(path)).flatMap((operation): [string, DescribedCall][] => {
        const { operationId, parameters, requestBody, responses } = tableAt(operation)
        if (typeof operationId !== 'string') return []
        const given = [tableAt(path).parameters, parameters]
          .flatMap((list) => (Array.isArray(list) ? list : []))
          .map((value: unknown) => tableAt(this.#follow({ file, value }).value))
        const inAddress = given.filter((one) => one.in === 'path').map((one) => String(one.name))
        const succeeds = Object.entries(tableAt(responses)).find(([status]) => status.startsWith('2'))?.[1]
        return [
          [
            operationId,
            {
              params: new Set(given.filter((one) => one.in !== 'header').map((one) => String(one.name))),
              needed: inAddress,
              body: this.#fieldsOf(this.#contentOf({ file, value: requestBody })),
              answer: this.#fieldsOf(this.#contentOf({ file, value: succeeds })),
            },
          ],
        ]
      }),
    )
  }

  #commandsIn(file: string): [string, DescribedCall][] {
    const messages = tableAt(this.#read(file), 'components', 'messages')
    return Object.entries(messages).flatMap(([name, message]): [string, DescribedCall][] => {
      const answer = messages[`${name}_answer`]
      if (answer === undefined) return []
      const params = this.#fieldsOf({ file, value: tableAt(message).payload })
      return [
        [
          name,
          {
            params: params ?? new Set(),
            needed: [],
            body: undefined,
            answer: this.#fieldsOf({ file, value: tableAt(answer).payload }),
          },
        ],
      ]
    })
  }

  #contentOf(placed: Placed): Placed {
    const { file, value } = this.#follow(placed)
    return { file, value: tableAt(value, 'content', 'application/json').schema }
  }

  #fieldsOf(placed: Placed): ReadonlySet<string> | undefined {
    const { file, value } = this.#follow(placed)
    if (!isTable(value)) return undefined
    const joined = [value.allOf, value.oneOf, value.anyOf]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((part: unknown) => this.#fieldsOf({ file, value: part }))
    const own = isTable(value.properties) ? [new Set(Object.keys(value.properties))] : []
    const sets = [...own, ...joined]
    return sets.length === 0 || sets.includes(undefined)
      ? undefined
      : new Set(sets.flatMap((set) => [...(set ?? [])]))
  }

  #follow({ file, value }: Placed): Placed {
    const { $ref } = tableAt(value)
    if (typeof $ref !== 'string') return { file, value }
    const [other = '', pointer = ''] = $ref.split('#')
    const target = other === '' ? file : normalize(join(dirname(file), other))
    const steps = pointer.split('/').filter((step) => step !== '')
    const at = tableAt(this.#read(target), ...steps)
    return this.#follow({ file: target, value: at })
  }

  #read(file: string): Table {
    return tableAt(this.#readJson(file))
  }
}
