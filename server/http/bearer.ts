import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../lib/refusal.ts'
import type { Program, Programs } from '../oauth/programs.ts'
import { Failure } from './failure.ts'
import type { Operation } from './openapi.ts'

/** The token of `Authorization: Bearer …`; undefined when the call does not say so. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return authorization === undefined ? undefined : (/^Bearer +(\S{1,256}) *$/i.exec(authorization)?.[1] ?? '')
}

/**
 * A program may only call what its document opens to programs (`x-scope`), and only for the gateway that the person
 * chose; everything else is refused before anything is looked up (Z-01).
 */
export async function programOf(
  token: string,
  {
    request,
    reply,
    operation,
    programs,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    operation: Operation
    programs: Programs
  },
): Promise<Program> {
  const refuse = (status: 401 | 403, error: string): Failure => {
    reply.header('WWW-Authenticate', `Bearer error="${error}"`)
    return new Failure(status, [{ errorCode: error }])
  }
  const program = await programs.find(token)
  if (!program) throw refuse(401, 'invalid_token')
  if (operation.scope === undefined || !program.scopes.includes(operation.scope))
    throw refuse(403, 'insufficient_scope')
  const { sn } = request.params as Readonly<Record<string, string | undefined>>
  if (sn !== undefined && sn !== program.serialNumber) throw notFound()
  return program
}
