import { errors } from "../../kit/errors/catalogue.ts";

export const optionErrors = errors("options", {
  hopeless: { status: 422, says: "No volatility gives an option of these terms the price {price}", code: "2300" },
});
