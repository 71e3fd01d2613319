import { CreateToken, CreatedToken, RevokeToken, RevokedToken, TokenList } from '@training/shared/tokens/tokens';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { issueToken } from './issue-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken } from './revoke-token.ts';

export const tokensRouter = router({
  list: permittedProcedure('tokens:read')
    .output(TokenList)
    .query(({ ctx }) => listTokens(ctx)),
  create: permittedProcedure('tokens:write')
    .input(CreateToken)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => issueToken(ctx, input)),
  revoke: permittedProcedure('tokens:write')
    .input(RevokeToken)
    .output(RevokedToken)
    .mutation(({ ctx, input }) => revokeToken(ctx, input)),
});
