/**
 * The verdicts of the published schemas about the documents that `server-json-schema.test.ts` makes: one bit for each,
 * in base64, 1 for accepted. The schemas are not part of the project. Where they are at hand, that test compares;
 * after a change of the documents its failure shows the new verdicts.
 */
import type { SchemaVersion } from "../../src/registry/publishing/core/server-json-schema.ts";

export const PUBLISHED_VERDICTS: Readonly<Record<SchemaVersion, string>> = {
  "2025-07-09":
    "/////////////////////////////////73uJm9/uJ9z9vz0iZW7Z/72/fJ6/j313Xj6ee7NvunPhmQKj69f/08liY6d8lIlRmrj" +
    "/7/bnHtcRf58/7u+qE1nb/Pd/hnP9bk/NXbOoP/nb2meXNZDr+f7/58vf5GTn9dx+1vj4md+jDyL//O2zA/z+3y/t6hPj2yIfnvf" +
    "/c+6/X/uZn2fxf7T6+fduvZvuveX/ZY/yQA=",
  "2025-09-16":
    "/////////////////////////////////73/tKSmZF+aZrez/+V/z7qx+z9nvR/f3y+39n3T85j//ff1sL76u87bbRvv2yVs//bn" +
    "s7ZdPWv9q3aw7M/r/29m3v9bfU2o+8T+00k3w+oPQd96kv7y+vJsjziLZfhNvG5eb7ZWru3sU1eaoi/nAJ9+22W309X73nb/68X1" +
    "+V461Dcz9d3na0f2tvL/v+5R5u7fv5ev/wE=",
  "2025-09-29":
    "/////////////////////////////////0u9xKd47o5+/Eee9Tav0Zvr15e9xb5+2Nr3JZ9tD+qf7XVhN7l/cKY7/1nVz17tz73L" +
    "7z/g3v+vfaRv9xqsv9b0F/bf97LaVL3Hi0/P8JuVefnxHHjarK7brNj4nQ95+5+/yjFprd98P8yMe0//7g6/eXv5d2N36G9Xj8us" +
    "7z1rU3ZbuL/d4s//P/9kLROs5c7c/2T++AE=",
  "2025-10-11":
    "//////////////////////////////////nt3N73PqluE53ept0a/cPVrDI1YfQr6nkpLMXtd6pz/cSYbCfOC+9/T5v9p2bKLTmY" +
    "9cTokSH75aHTgKw9p/vjXZct9z7h3csysMXXWNneOV+qc234t9OegSTJo7klvX7ob0fA5qGka/4eoEm2Lv/+1/pQZkOLdr5i39j0" +
    "j8V2yLrnW95Xljbq0+t0241q/Jqr83rvzgA=",
  "2025-10-17":
    "/////////////////////////////////yc/b39Kd6bAnL9/jz//3rqmPceK5godYP+sePL2nOmPgySi9Y359DlB2rjntQafv716" +
    "N+1lc6yJUVaLhJ1HgJWCuKXk/H9/Z/qqWqeFp4Kn0oh1r8/bQ2XXTo3Cgn/qFUXLXSB96PKKfGoup9rOYzyYia7UsgOmN/ZflNVj" +
    "BHOxHHjysGD54yJW9ql/LTqPzyAfzWGp7AA=",
  "2025-12-11":
    "/////////////////////////////////4GirrvrP6uL8Pk94puc2/9G57t98mVbNLdtnjrPoVmvtz2xSbL0p06ljrfaMT28Krme" +
    "9pNZN0ficyy+u4XtPRK+35iaiP622rn1+OStu/D8Zs9durlPsni89vkp65vK+at/fr5erspgRz0dy4qme6ZXtvYazu8u9M9ZH/+c" +
    "zbc91pOJUqH6oyri7mrqw1Cq/um/ooveqgE=",
};
