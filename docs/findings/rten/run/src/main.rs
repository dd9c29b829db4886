//! Run a model in rten, and print each output as [shape, values].
//!
//!     rten_run MODEL.onnx NAME:TYPE:SHAPE:VALUES...     for example x:f32:2,1:1.5,-2

use std::error::Error;
use std::str::FromStr;

use rten::{Model, Value};
use rten_tensor::Tensor;
use rten_tensor::prelude::*;

fn list<T: FromStr>(text: &str) -> Result<Vec<T>, T::Err> {
    text.split(',')
        .filter(|word| !word.is_empty())
        .map(str::parse)
        .collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let model = Model::load_file(arguments.next().ok_or("no model")?)?;
    let mut inputs = vec![];
    for argument in arguments {
        let [name, kind, shape, values] = argument.split(':').collect::<Vec<_>>()[..] else {
            return Err(argument.into());
        };
        let shape = list::<usize>(shape)?;
        let value: Value = match kind {
            "f32" => Tensor::from_data(shape.as_slice(), list::<f32>(values)?).into(),
            "i32" => Tensor::from_data(shape.as_slice(), list::<i32>(values)?).into(),
            "i8" => Tensor::from_data(shape.as_slice(), list::<i8>(values)?).into(),
            "u8" => Tensor::from_data(shape.as_slice(), list::<u8>(values)?).into(),
            _ => return Err(kind.into()),
        };
        inputs.push((model.node_id(name)?, value.into()));
    }
    for output in model.run(inputs, model.output_ids(), None)? {
        match output {
            Value::FloatTensor(tensor) => println!("[{:?}, {:?}]", tensor.shape(), tensor.to_vec()),
            Value::Int32Tensor(tensor) => println!("[{:?}, {:?}]", tensor.shape(), tensor.to_vec()),
            Value::Int8Tensor(tensor) => println!("[{:?}, {:?}]", tensor.shape(), tensor.to_vec()),
            Value::UInt8Tensor(tensor) => println!("[{:?}, {:?}]", tensor.shape(), tensor.to_vec()),
            other => println!("{other:?}"),
        }
    }
    Ok(())
}
